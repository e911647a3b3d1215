/** The sheets of every screen but the first, always together and in this order: what is opened when changes nothing. */
import './table.css';
import './players.css';
import './harbor.css';
import './pad.css';
import './sheets.css';
import './crew.css';
import './own-box.css';
import './modules.css';
import './laying.css';
import './walks.css';
import './table-small.css';
import './table-large.css';
import './rules.css';
import './leaves.css';
import './new-table.css';
import './situation.css';
import './what-if.css';
import './join.css';
import './settings.css';
import './log.css';
import './scores.css';
import './evening.css';
import './chronicle.css';
import './again.css';
import './display.css';
import './board.css';

export { wear } from './wear';

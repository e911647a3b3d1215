import { makeBundle } from './make.ts';
const t = performance.now();
console.log(await makeBundle(), performance.now() - t);
export default {};

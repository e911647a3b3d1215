import type { Template, View } from './types';

/** Until the engine says what is asked: an entry that must name so many cards asks for them, and is a module's. */
export function withAsks(view: View): View {
  return { ...view, allowed: view.allowed.map(asking) };
}

function asking(template: Template): Template {
  if (template.asks || template.cards === undefined) return template;
  return { ...template, module: template.module ?? 'other', asks: [{ key: 'cards', of: 'card', count: template.cards }] };
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ahead, byKeyboard } from './by-keyboard';

const box = (left: number, top: number, width = 60, height = 50) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
// Two rows of three, and a wide key below the last two.
const BOXES = [
  ...[0, 70, 140].map((left) => box(left, 0)),
  ...[0, 70, 140].map((left) => box(left, 60)),
  box(70, 120, 130),
];
const from = (at: number, key: string) => ahead(key, BOXES[at] as ReturnType<typeof box>, BOXES);

it('leads to the next key in a direction, and past the edge to none', () => {
  expect([from(0, 'ArrowRight'), from(1, 'ArrowDown'), from(4, 'ArrowLeft')]).toEqual([1, 4, 3]);
  expect([from(5, 'ArrowDown'), from(6, 'ArrowUp')]).toEqual([6, 4]);
  expect([from(0, 'ArrowLeft'), from(0, 'ArrowUp'), from(0, 'Tab')]).toEqual([-1, -1, -1]);
});

describe('on the table', () => {
  let leave: (() => void) | undefined;
  const clicked = vi.fn();

  beforeEach(() => {
    document.body.innerHTML = `<main>
      <div class="quay"><div class="ledger"><button>Menu</button></div>
        <div class="pad">
          <button><span aria-hidden="true">Pinnace</span><span class="sr">Pinnace, yellow</span></button>
          <button><span aria-hidden="true">Sai\u00adlor</span><span class="sr">Sailor</span></button>
          <button><span aria-hidden="true">Settler</span></button>
          <button disabled>Trader</button>
          <div class="choice"><button><b>6</b><span class="sr">Pinnace, 6 swords</span></button>
            <button><b>3</b></button></div>
        </div></div>
      <input /></main>`;
    clicked.mockReset();
    for (const [at, key] of [...document.querySelectorAll('button')].entries()) {
      key.addEventListener('click', () => clicked(key.textContent));
      key.getClientRects = () => [{}] as unknown as DOMRectList;
      key.scrollIntoView = () => undefined;
      key.getBoundingClientRect = () => box(at * 70, 0) as DOMRect;
    }
    leave = byKeyboard(document.querySelector('main') as HTMLElement) as () => void;
  });
  afterEach(() => leave?.());

  const press = (key: string, more: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    (document.activeElement ?? document.body).dispatchEvent(event);
    return document.activeElement?.textContent?.replace('\u00ad', '').trim();
  };

  it('chooses by a letter, and where several begin with it leads from one to the next', () => {
    press('p');
    expect(clicked).toHaveBeenCalledOnce();
    expect([press('s'), press('S'), press('s')]).toEqual(['SailorSailor', 'Settler', 'SailorSailor']);
    expect(clicked).toHaveBeenCalledOnce();
    expect(press('t')).toBe('SailorSailor');
  });

  it('chooses a value by its figure once the focus is among the values', () => {
    document.querySelector<HTMLElement>('.choice button')?.focus();
    press('3');
    expect(clicked).toHaveBeenCalledWith('3');
  });

  it('walks by arrows, to the first and to the last', () => {
    expect(
      [press('ArrowDown'), press('ArrowRight'), press('End'), press('Home')].map((one) => one?.[0]),
    ).toEqual(['P', 'S', '3', 'P']);
    expect(clicked).not.toHaveBeenCalled();
  });

  it('leaves alone what is typed, what is meant for the browser, and what lies below a sheet', () => {
    press('p', { ctrlKey: true });
    press('p', { altKey: true });
    document.querySelector('input')?.focus();
    press('p');
    document.querySelector<HTMLElement>('.pad button')?.focus();
    document.body.insertAdjacentHTML('beforeend', '<dialog open></dialog>');
    press('p');
    expect(clicked).not.toHaveBeenCalled();
  });
});

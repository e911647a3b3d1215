import { parseAst } from 'vite';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** What stands or goes together: called by these names, by none where it stays in any case. */
interface Piece {
  names: string[];
  text: string;
}

/** What is drawn or sounds: the engine has none of it, and calling one says so. */
const DRAWN = /^emscripten_gl/;
const NOTHING_DRAWN = 'var nothingDrawn=()=>{throw new Error("nothing is drawn here")};nothingDrawn.sig="v";';
/** A place in the table of functions is made for what somebody has asked for: a library that came later would ask for all. */
const PLACES = 'if(isInternalSym(symName)){continue}';
const PLACES_ASKED_FOR = 'if(isInternalSym(symName)||!GOT[symName]){continue}';
/** What an export is called in the script. */
const ASSIGNED = /^_|^(memory|wasmTable|wasmMemory)$/;
/** Values that do nothing where nobody takes them. */
const IDLE =
  /^(FunctionExpression|ArrowFunctionExpression|Literal|Identifier|ObjectExpression|ArrayExpression)$/;

/**
 * Pyodide's script without what only libraries would call that a page loads later: of thousands of exports a start would make a
 * function each. `imports` is what the binary asks for by name, `others` a text that uses the script. What is taken out is named
 * nowhere in what stays.
 */
export function leanRuntime(script: string, imports: ReadonlySet<string>, others: string): string {
  if (script.split(PLACES).length !== 2)
    throw new Error('pyodide.asm.mjs is written otherwise: lean-runtime.ts');
  const source = script.replace(PLACES, PLACES_ASKED_FOR);
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  const makes = (parseAst(source).body as unknown as Node[]).find(
    (one) => nameOf(one) === '_createPyodideModule',
  );
  if (!makes) throw new Error('pyodide.asm.mjs has no _createPyodideModule');
  const body = makes['body'] as Node & { body: Node[] };
  const exported = body.body.find((one) => nameOf(one) === 'assignWasmExports');
  const around = body.body.filter((one) => one !== exported).flatMap((one) => piecesOf(one, textOf, imports));
  const within = ((exported?.['body'] as { body: Node[] } | undefined)?.body ?? []).map((one) => ({
    names: wordsOf(textOf(one)).filter((word) => ASSIGNED.test(word)),
    text: textOf(one),
  }));
  const kept = reached([...around, ...within], others);
  const saidOf = (pieces: Piece[]): string =>
    pieces.flatMap((piece) => (kept.has(piece) ? [piece.text] : [])).join('');
  return [
    source.slice(0, body.start + 1),
    NOTHING_DRAWN,
    saidOf(around),
    `function assignWasmExports(wasmExports){${saidOf(within)}}`,
    source.slice(body.end - 1),
  ].join('');
}

/** All that stays: what is called by a word that is in what stays. */
function reached(pieces: Piece[], others: string): ReadonlySet<Piece> {
  const words = new Set(wordsOf(others));
  const kept = new Set<Piece>();
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const piece of pieces) {
      if (kept.has(piece) || (piece.names.length > 0 && !piece.names.some((name) => words.has(name))))
        continue;
      kept.add(piece);
      for (const word of wordsOf(piece.text)) words.add(word);
    }
  }
  return kept;
}

function piecesOf(node: Node, textOf: (node: Node) => string, imports: ReadonlySet<string>): Piece[] {
  if (node.type !== 'VariableDeclaration') return [{ names: namesOf(node), text: `${textOf(node)};` }];
  return (node['declarations'] as Node[]).map((one) => {
    const [name, value] = [nameOf(one), one['init'] as Node | null];
    const text = name === 'wasmImports' && value ? `${name}={${asked(value, textOf, imports)}}` : textOf(one);
    return {
      names: name && (!value || IDLE.test(value.type)) ? [name] : [],
      text: `${String(node['kind'])} ${text};`,
    };
  });
}

/** Of what the binary may be given, what it asks for. */
function asked(given: Node, textOf: (node: Node) => string, imports: ReadonlySet<string>): string {
  return (given['properties'] as Node[])
    .map((one) => [textOf(one['key'] as Node), textOf(one['value'] as Node)] as const)
    .filter(([key]) => imports.has(key))
    .map(([key, value]) => `${key}:${DRAWN.test(key) ? 'nothingDrawn' : value}`)
    .join();
}

/** A function by its name, and what is said about one: `name.sig=`, `Module["name"]=name`. */
function namesOf(node: Node): string[] {
  if (node.type === 'FunctionDeclaration') return [nameOf(node)];
  const said = node['expression'] as Node | undefined;
  if (said?.type !== 'AssignmentExpression') return [];
  const [left, right] = [said['left'] as Node, said['right'] as Node];
  const of = left['object'] as Node | undefined;
  if (left.type !== 'MemberExpression' || of?.type !== 'Identifier') return [];
  if (of['name'] !== 'Module') return [String(of['name'])];
  return right.type === 'Identifier' ? [String(right['name'])] : [];
}

function nameOf(node: Node): string {
  return String((node['id'] as { name?: string } | null | undefined)?.name ?? '');
}

function wordsOf(text: string): string[] {
  return text.match(/[\w$]+/g) ?? [];
}

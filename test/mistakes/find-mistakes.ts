/** Generates mutants of a file: one operator, number, condition or statement changed. */
import { parseSync } from 'vite';

export interface Mistake {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

const OPERATORS: ReadonlyMap<string, string> = new Map([
  ['<', '<='],
  ['<=', '<'],
  ['>', '>='],
  ['>=', '>'],
  ['===', '!=='],
  ['!==', '==='],
  ['+', '-'],
  ['-', '+'],
  ['*', '/'],
  ['/', '*'],
  ['%', '*'],
  ['&&', '||'],
  ['||', '&&'],
  ['+=', '-='],
  ['-=', '+='],
  ['>>', '<<'],
  ['<<', '>>'],
]);
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['round', 'floor'],
  ['some', 'every'],
  ['every', 'some'],
]);
/** Unlike types, their contents run. */
const RUNS = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSInstantiationExpression',
]);
const ON_EXPRESSIONS = new Set(['BinaryExpression', 'LogicalExpression', 'AssignmentExpression']);

/**
 * @param source TypeScript
 * @returns in text order
 * @throws Error if the source cannot be parsed
 */
export function findMistakes(source: string): Mistake[] {
  const { program, errors } = parseSync('source.ts', source);
  if (errors.length > 0) throw new Error(errors[0].message);
  const mistakes: Mistake[] = [];
  visit(program as unknown as Node, source, mistakes);
  return mistakes.sort((a, b) => a.start - b.start || a.end - b.end);
}

function visit(node: Node, source: string, mistakes: Mistake[]): void {
  if (node.type.startsWith('TS') && !RUNS.has(node.type)) return;
  if (node.type === 'ImportDeclaration') return;
  mistakes.push(...mistakesAt(node, source));
  for (const [key, value] of Object.entries(node)) {
    const isName = key === 'key' && node.computed === false;
    if (isName) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, source, mistakes);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const spanOf = ({ start, end }: Node): Pick<Node, 'start' | 'end'> => ({ start, end });

function* mistakesAt(node: Node, source: string): Generator<Mistake> {
  const textOf = ({ start, end }: Node): string => source.slice(start, end);
  if (ON_EXPRESSIONS.has(node.type)) {
    const { left, right, operator } = node as Node & { left: Node; right: Node; operator: string };
    const other = OPERATORS.get(operator);
    const start = left.end + source.slice(left.end, right.start).indexOf(operator);
    if (other) yield { kind: 'operator', start, end: start + operator.length, text: other };
  }
  if (node.type === 'Literal' && typeof node.value === 'number') {
    yield { kind: 'number', ...spanOf(node), text: `(${textOf(node)} + 1)` };
  }
  if (node.type === 'Literal' && typeof node.value === 'boolean') {
    yield { kind: 'boolean', ...spanOf(node), text: String(!node.value) };
  }
  if (
    node.type === 'IfStatement' ||
    node.type === 'ConditionalExpression' ||
    node.type === 'WhileStatement'
  ) {
    const condition = node.test as Node;
    yield { kind: 'condition', ...spanOf(condition), text: `!(${textOf(condition)})` };
  }
  if (node.type === 'CallExpression') {
    const { property } = node.callee as Node & { property?: Node & { name: string } };
    const other = property && FUNCTIONS.get(property.name);
    if (other) yield { kind: 'function', ...spanOf(property), text: other };
  }
  if (node.type === 'ExpressionStatement' && !('directive' in node && node.directive)) {
    const { type, callee } = node.expression as Node & { callee?: Node };
    const isSuper = type === 'CallExpression' && callee?.type === 'Super';
    if (!isSuper) yield { kind: 'statement', ...spanOf(node), text: ';' };
  }
}

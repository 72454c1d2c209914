import { methods } from '../src/document/document.ts';

/** The part of Redocly's plugin interface that our rules use. Redocly publishes no types with its command. */
export type Json = Record<string, unknown>;

interface Location {
  child(path: (string | number)[]): Location;
  key(): Location;
}

/** The context that Redocly passes to a rule with each node. */
export interface Context {
  location: Location;
  key: string | number;
  /** `from` is the file that holds the reference. Default: the file of the node. */
  resolve(node: unknown, from?: string): { node?: unknown; location?: { source: { absoluteRef: string } } };
  report(problem: { message: string; location?: Location }): void;
}

type Visit = (node: Json, context: Context) => void;

/** Functions for each kind of node, on `enter` and `leave`. A nested visitor sees only nodes inside its parent. */
interface Visitor {
  [kind: string]: Visit | Visitor;
}

/** A rule, created for each run. */
export type Rule = () => Visitor;

/** The node that a reference points to, or the node itself. */
export function resolved(node: unknown, context: Context): Json {
  return (context.resolve(node).node ?? node) as Json;
}

/** The methods of a path item, each with its operation. */
export function operationsOf(pathItem: Json): [string, Json][] {
  return methods.filter((method) => method in pathItem).map((method) => [method, pathItem[method] as Json]);
}

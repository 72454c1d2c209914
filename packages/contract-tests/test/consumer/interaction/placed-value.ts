import type { MatchersV3 } from '@pact-foundation/pact';
import type { TemplateName } from '../../../src/states/catalogue.ts';
import { nameInPath, type StateValueName, toExpression, valueExamples } from '../../../src/states/values.ts';

/** The text around a value. Default: none. */
export interface SurroundingText {
  before?: string;
  after?: string;
}

interface Placement extends SurroundingText {
  isInPath?: boolean;
}

/** A place in a request that holds a value of the provider state, with text around it. */
export class PlacedValue {
  readonly name: StateValueName;
  readonly before: string;
  readonly after: string;
  /** In a path the value is URL-encoded, because an id may have a slash. */
  readonly isInPath: boolean;

  constructor(name: StateValueName, { before = '', after = '', isInPath = false }: Placement = {}) {
    this.name = name;
    this.before = before;
    this.after = after;
    this.isInPath = isInPath;
  }

  /** What the client sends to Pact's mock. */
  get example(): string | number {
    const example = valueExamples[this.name];
    return this.before || this.after ? `${this.before}${example}${this.after}` : example;
  }

  /** The generator that verification replaces by the value of the state. */
  get expression(): string {
    return `${this.before}${toExpression(this.isInPath ? nameInPath(this.name) : this.name)}${this.after}`;
  }
}

/**
 * An object whose keys are values of the state, such as the parties by milestone. Pact's generators do not reach keys, so the
 * state gets the object as a template, and gives it with its values filled in.
 */
export class PlacedMap {
  /** The name of the template. The service has no other such object. */
  readonly name: TemplateName = 'partiesByMilestone';
  readonly entries: [key: PlacedValue, value: Template][];

  constructor(...entries: [key: PlacedValue, value: Template][]) {
    this.entries = entries;
  }
}

/** JSON that may contain values of the state and matchers of Pact. */
export type Template =
  | MatchersV3.Matcher<unknown>
  | PlacedValue
  | PlacedMap
  | string
  | number
  | boolean
  | null
  | Template[]
  | { [name: string]: Template };

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The form of a value. Whole numbers have digits; other values are any text that fits into a path or a header. */
const patternOf = (example: string | number): string => (typeof example === 'number' ? '\\d+' : '[^\\s/]+');

/** A regular expression that matches the whole text with its values. */
const patternFor = (parts: (PlacedValue | string)[]): string =>
  `^${parts
    .map((part) =>
      typeof part === 'string'
        ? escapePattern(part)
        : `${escapePattern(part.before)}${patternOf(valueExamples[part.name])}${escapePattern(part.after)}`,
    )
    .join('')}$`;

/**
 * A matcher for text with values in it. A regular expression, because Pact's own matcher of state values checks only the type,
 * so a mock would accept any path.
 */
export function textMatcher(parts: (PlacedValue | string)[]): Record<string, unknown> {
  const join = (read: (value: PlacedValue) => string | number) =>
    parts.map((part) => (typeof part === 'string' ? part : read(part))).join('');
  return {
    'pact:matcher:type': 'regex',
    regex: patternFor(parts),
    value: join(({ example }) => example),
    'pact:generator:type': 'ProviderState',
    expression: join(({ expression }) => expression),
  };
}

/** Not a regular expression, which would turn the number into text. Allows zeros after the point. */
const numberMatcher = (value: PlacedValue): Record<string, unknown> => ({
  'pact:matcher:type': [{ 'pact:matcher:type': 'number' }, { 'pact:matcher:type': 'regex', regex: '^-?\\d+(\\.0+)?$' }],
  value: value.example,
  'pact:generator:type': 'ProviderState',
  expression: value.expression,
});

/** Exactly as in the example for Pact's mock. */
const mapMatcher = (map: PlacedMap): Record<string, unknown> => ({
  'pact:matcher:type': 'equality',
  value: toExample(map),
  'pact:generator:type': 'ProviderState',
  expression: toExpression(map.name),
});

/** What to put in place of the values and maps of the state. */
interface Replace {
  value: (value: PlacedValue) => unknown;
  map?: (map: PlacedMap) => unknown;
}

function mapTemplate(template: Template, replace: Replace): unknown {
  if (template instanceof PlacedValue) return replace.value(template);
  if (template instanceof PlacedMap) {
    if (replace.map) return replace.map(template);
    const entries = template.entries.map(([key, value]) => [replace.value(key), mapTemplate(value, replace)]);
    return Object.fromEntries(entries);
  }
  if (Array.isArray(template)) return template.map((item) => mapTemplate(item, replace));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, mapTemplate(value, replace)]));
}

/** The template as the matchers of an expected body. */
export const toMatchers = (template: Template): unknown =>
  mapTemplate(template, {
    value: (value) => (typeof value.example === 'number' ? numberMatcher(value) : textMatcher([value])),
    map: mapMatcher,
  });

/** The template as the client sends it. */
export const toExample = (template: Template): unknown => mapTemplate(template, { value: ({ example }) => example });

/** The maps of a template by their names, as the state gets them. */
export function toStateTemplates(template: Template): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  mapTemplate(template, {
    value: ({ example }) => example,
    map: (map) => {
      found[map.name] = mapTemplate(map, { value: ({ expression }) => expression });
    },
  });
  return found;
}

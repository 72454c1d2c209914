/** A value with one change in it, and its path. */
export interface Variant {
  at: string;
  value: unknown;
}

const replacements: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  ' ',
  -1,
  0,
  1.5,
  true,
  false,
  [],
  {},
  ['x'],
  { x: 1 },
];

/** All variants of a value with itself, or one thing in it, replaced. `undefined` removes a property. */
export function variantsOf(value: unknown, at = 'body'): Variant[] {
  const own = replacements.map((replacement) => ({
    at: `${at} = ${JSON.stringify(replacement)}`,
    value: replacement,
  }));
  if (typeof value !== 'object' || value === null) return own;
  const inner = Object.entries(value).flatMap(([name, content]) =>
    variantsOf(content, `${at}.${name}`).map((variant) => {
      const changed = Array.isArray(value) ? [...value] : { ...value };
      return { at: variant.at, value: Object.assign(changed, { [name]: variant.value }) };
    }),
  );
  return [...own, ...inner];
}

import type { Variation } from './variation.ts';

type Style = Pick<Variation, 'numberStyle' | 'hasExtraFields' | 'reversesKeys'>;

/** Writes JSON with the notation, the order of keys and the extra fields of a variation. */
export function writeJson(value: unknown, style: Style): string {
  if (typeof value === 'number') return writeNumber(value, style.numberStyle);
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item, style)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const extra = style.hasExtraFields ? [['x_trace', 'hop 7'] as const] : [];
  const entries = [...Object.entries(value), ...extra];
  const ordered = style.reversesKeys ? entries.reverse() : entries;
  return `{ ${ordered.map(([key, member]) => `${JSON.stringify(key)}: ${writeJson(member, style)}`).join(',\n')} }`;
}

/** The same number in another notation. */
function writeNumber(value: number, style: Variation['numberStyle']): string {
  if (style === 'plain') return String(value);
  if (style === 'exponent') return value.toExponential();
  return Number.isInteger(value) ? value.toFixed(2) : `${value}0`;
}

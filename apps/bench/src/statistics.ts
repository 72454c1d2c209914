export function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** The quantile for a share such as 0.99: at least this share of the values does not exceed it. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Prints a figure beside its promise. */
export function report(name: string, value: number, { unit, promise }: { unit: string; promise?: string }): void {
  const figure = `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;
  console.log(`${name.padEnd(52)} ${figure.padStart(16)}${promise ? `   promised ${promise}` : ''}`);
}

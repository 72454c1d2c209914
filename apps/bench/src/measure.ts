/** What was measured of each contender, one record for each round. */
export type Rounds<Name extends string, Figure = number> = Record<Name, Figure>[];

/** Measures all contenders in each round, so that what slows the machine down slows all of them. */
export async function measureInTurn<Name extends string, Figure = number>(
  contenders: Record<Name, () => Figure | Promise<Figure>>,
  { rounds, warmUpRounds = 0 }: { rounds: number; warmUpRounds?: number },
): Promise<Rounds<Name, Figure>> {
  const measured: Rounds<Name, Figure> = [];
  for (let round = 0; round < warmUpRounds + rounds; round++) {
    const figures = {} as Record<Name, Figure>;
    for (const name of shuffled(Object.keys(contenders) as Name[])) figures[name] = await contenders[name]();
    if (round >= warmUpRounds) measured.push(figures);
  }
  return measured;
}

/** Changes the order, because the garbage of one contender is collected while the next one runs. */
const shuffled = <Item>(items: Item[]): Item[] =>
  items
    .map((item) => ({ item, position: Math.random() }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ item }) => item);

export const medianOf = <Name extends string>(rounds: Rounds<Name>, name: Name): number =>
  quantile(rounds.map((figures) => figures[name]));

/** The median of the ratios, each of two figures of the same round. */
export const medianRatio = <Name extends string>(rounds: Rounds<Name>, name: Name, baseline: Name): number =>
  quantile(rounds.map((figures) => figures[name] / figures[baseline]));

/** The quantile for a share such as 0.99, the median by default: at least this share of the values does not exceed it. */
export function quantile(values: number[], part = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Prints a figure beside its promise. */
export function report(name: string, value: number, { unit, promise }: { unit: string; promise?: string }): void {
  const figure = `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;
  console.log(`${name.padEnd(52)} ${figure.padStart(16)}${promise ? `   promised ${promise}` : ''}`);
}

/** The figures of the contenders, one record for each round. */
export type Rounds = Record<string, number>[];

/** Each contender runs a round and returns its figure. */
export type Contenders = Record<string, () => number | Promise<number>>;

/** Measures all contenders in each round, so that a slow machine slows all of them. */
export async function measureInTurn(contenders: Contenders, rounds = 7): Promise<Rounds> {
  const measured: Rounds = [];
  for (let round = 0; round < rounds; round++) {
    const figures: Record<string, number> = {};
    for (const [name, run] of shuffled(Object.entries(contenders))) figures[name] = await run();
    measured.push(figures);
  }
  return measured;
}

/** How many calls of `work` finish in a second, with `atOnce` of them at once. */
export async function ratePerSecond(
  work: () => Promise<unknown>,
  { atOnce, timeInMs }: { atOnce: number; timeInMs: number },
): Promise<number> {
  const begin = performance.now();
  let count = 0;
  const workInTurn = async (): Promise<void> => {
    for (; performance.now() - begin < timeInMs; count += 1) await work();
  };
  await Promise.all(Array.from({ length: atOnce }, workInTurn));
  return (count / (performance.now() - begin)) * 1_000;
}

/** Changes the order, because the garbage of one contender is collected while the next one runs. */
const shuffled = <Item>(items: Item[]): Item[] =>
  items
    .map((item) => ({ item, position: Math.random() }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ item }) => item);

/** The quantile for a share such as 0.99, the median by default: at least this share of the values does not exceed it. */
export function quantile(values: number[], part = 0.5): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

const medianOf = (rounds: Rounds, name: string): number =>
  quantile(rounds.map((figures) => figures[name] ?? Number.NaN));

/** The median of the ratios, each of two figures of the same round. */
const medianRatio = (rounds: Rounds, name: string, baseline: string): number =>
  quantile(rounds.map((figures) => (figures[name] ?? Number.NaN) / (figures[baseline] ?? Number.NaN)));

/** Prints the median of each contender, and its ratios to the baselines. */
export function report(title: string, rounds: Rounds, baselines: string[] = []): void {
  const rows = Object.keys(rounds[0] ?? {}).map((name) => {
    const ratios = baselines.map((other) => [`ratio to ${other}`, toShort(medianRatio(rounds, name, other))]);
    return [name, { median: toShort(medianOf(rounds, name)), ...Object.fromEntries(ratios) }];
  });
  console.log(`\n${title} (median of ${rounds.length} rounds)`);
  console.table(Object.fromEntries(rows.toSorted()));
}

const toShort = (figure: number): number => Number(figure.toPrecision(3));

/** Values of one statement that both databases take, many columns a row included. */
const batchSize = 1000;

/** Cuts a list into parts that fit one statement each, in order. */
export function inBatches<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / batchSize);
  return Array.from({ length: count }, (_, index) => list.slice(index * batchSize, (index + 1) * batchSize));
}

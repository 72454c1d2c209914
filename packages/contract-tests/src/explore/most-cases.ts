/** The most cases of one exploration: hours, on most deployments. In a file of its own, because the rest is loaded only if asked for. */
export const mostCases = 100_000;

export const largestSeed: number = 2 ** 32;

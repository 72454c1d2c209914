/** The most cases of one exploration: hours, on most deployments. In a file of its own, because the rest takes 100 MB to load. */
export const mostCases = 100_000;

export const largestSeed: number = 2 ** 32;

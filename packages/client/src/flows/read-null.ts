/** Reads the result of a step whose answer is not shown: there is none to keep. */
export const readNull = (value: unknown): null | undefined => (value === null ? null : undefined);

/** What the name of each file of a store ends with. */
export const fileExtension = '.exchanges.jsonl';

/** The version of the lines. A change that old readers would misread raises it. */
export const version = 1;

/** The first line of each file. */
export const firstLine: string = `${JSON.stringify({ file: 'escrow-kit exchanges', version })}\n`;

/** A text without control characters, which could change a terminal or fake a line. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');

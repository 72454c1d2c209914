/** Something that GitHub shows beside the steps of a job. */
export interface Annotation {
  title: string;
  message: string;
}

/** Writes an annotation as a workflow command, a line for the output of a step. */
export function toCommand(name: 'error' | 'warning', { title, message }: Annotation): string {
  return `::${name} title=${escapeData(title).replaceAll(':', '%3A').replaceAll(',', '%2C')}::${escapeData(message)}\n`;
}

const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');

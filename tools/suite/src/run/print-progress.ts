import { styleText } from 'node:util';
import { progressPrefix } from '../progress/progress-reporter.ts';

/** Prints the progress of a run, each line with the time since its start. */
export interface ProgressPrinter {
  /** Called with every line that a task prints. */
  onLine(task: string, text: string): void;
}

/** Prints started tasks, the progress of tests, and each failure as it happens. Other output is left to the summary. */
export function createProgressPrinter(write: (text: string) => void): ProgressPrinter {
  const startedAt = Date.now();
  const print = (task: string, text: string) => {
    const seconds = Math.floor((Date.now() - startedAt) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`.padStart(6);
    write(`${styleText('dim', time)}  ${task.replace('@escrow-kit/', '').replace('#', ' ').padEnd(26)} ${text}\n`);
  };
  return {
    onLine(task, text) {
      if (/^cache (miss|bypass)/.test(text)) print(task, 'started');
      else if (text.startsWith(progressPrefix)) print(task, text.slice(progressPrefix.length));
    },
  };
}

import type { TellNews } from '../output/news.ts';
import type { Target } from '../targets/target.ts';

/** For how long an answer holds: whoever asks more often costs no write. */
const heldForInMs = 1_000;

/** Creates the function that resolves with whether an event could be stored for every target. It tells why not. */
export function createReadiness(targets: readonly Target[], tell: TellNews): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;

  async function isReady({ name, inbox }: Target): Promise<boolean> {
    try {
      await inbox.ready();
      return true;
    } catch (error) {
      tell({ what: 'trouble', target: name, message: (error as Error).message });
      return false;
    }
  }

  async function ask(): Promise<boolean> {
    const answers = await Promise.all(targets.map(isReady));
    setTimeout(() => {
      answer = undefined;
    }, heldForInMs).unref();
    return answers.every(Boolean);
  }

  return () => {
    answer ??= ask();
    return answer;
  };
}

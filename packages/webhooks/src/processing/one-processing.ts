import { configurationError } from '../errors/configuration-error.ts';
import type { Processing } from '../inbox/processing.ts';

/** The processing of one inbox, of which there is one at a time. */
export interface OneProcessing<Running extends Processing> {
  /** Begins it. Throws where it runs already. */
  begin(create: () => Running): Processing;
  /** The one that runs. */
  current(): Running | undefined;
  stop(): Promise<void>;
}

/** Keeps the processing of one inbox. */
export function createOneProcessing<Running extends Processing>(): OneProcessing<Running> {
  let running: Running | undefined;
  return {
    begin(create) {
      if (running) throw configurationError('start: this inbox is being processed already; stop that first.');
      const begun = create();
      running = begun;
      return {
        async stop(options) {
          await begun.stop(options);
          if (running === begun) running = undefined;
        },
      };
    },
    current: () => running,
    async stop() {
      await running?.stop();
      running = undefined;
    },
  };
}

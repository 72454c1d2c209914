/** Ends a wait early. A signal that comes while nobody waits ends the next wait at once. */
export interface WakeSignal {
  wake(): void;
  wait(limitInMs: number): Promise<void>;
}

/** A signal for one waiter. */
export function createWakeSignal(): WakeSignal {
  let isSignalled = false;
  let endWait: (() => void) | undefined;
  return {
    wake() {
      isSignalled = true;
      endWait?.();
    },
    async wait(limitInMs) {
      if (!isSignalled) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitInMs);
          endWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      endWait = undefined;
      isSignalled = false;
    },
  };
}

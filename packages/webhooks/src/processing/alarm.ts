/** Ends a wait early. A ring that nobody waits for ends the next wait at once. */
export interface Alarm {
  ring(): void;
  wait(limitInMs: number): Promise<void>;
}

/** An alarm for one that waits. */
export function createAlarm(): Alarm {
  let isRinging = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      isRinging = true;
      wake?.();
    },
    async wait(limitInMs) {
      if (!isRinging) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, limitInMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = undefined;
      isRinging = false;
    },
  };
}

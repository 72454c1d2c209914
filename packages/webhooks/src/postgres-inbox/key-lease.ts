import type { InProgress } from '../processing/alone.ts';

/**
 * A lease of an ordering key for one event, which this process handles while its transaction has the key's turn.
 *
 * - Alone, if it is the only lease of the process when it starts: its claim saves its event as alone.
 * - Beside others, from its start or from `endAlone` on: the event is not saved as alone. It never becomes alone again.
 *
 * `endAlone` waits for a claim that is under way, so that no event stays saved as alone.
 */
export class KeyLease implements InProgress {
  readonly orderingKey: string;
  /** Whether its event is a suspect. */
  readonly isSuspect: boolean;
  beganAt: number = performance.now();
  #isAlone: boolean;
  /** Settles with the claim of an event that is to be saved as alone. */
  #claimedAlone: Promise<unknown> | undefined;

  constructor({ orderingKey, isSuspect, isAlone }: { orderingKey: string; isSuspect: boolean; isAlone: boolean }) {
    this.orderingKey = orderingKey;
    this.isSuspect = isSuspect;
    this.#isAlone = isAlone;
  }

  /** Starts the attempt with a claim, which saves whether its event is alone. */
  begin<Row>(claim: (isAlone: boolean) => Promise<Row | undefined>): Promise<Row | undefined> {
    this.beganAt = performance.now();
    const claiming = claim(this.#isAlone);
    if (this.#isAlone) this.#claimedAlone = claiming.catch(() => {});
    return claiming;
  }

  /** Call it before another lease starts. If `save` rejects, call it again. */
  async endAlone(save: (orderingKey: string) => Promise<unknown>): Promise<void> {
    this.#isAlone = false;
    if (!this.#claimedAlone) return;
    await this.#claimedAlone;
    await save(this.orderingKey);
    this.#claimedAlone = undefined;
  }
}

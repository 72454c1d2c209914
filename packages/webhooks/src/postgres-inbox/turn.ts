import type { InProgress } from '../processing/alone.ts';

/** An ordering key while this process handles its events, one after another. */
export class Turn implements InProgress {
  readonly orderingKey: string;
  /** Whether its event is a suspect, and the only one of the turn. */
  readonly isSuspect: boolean;
  beganAt: number = performance.now();
  /** Whether no other turn goes on in this process. */
  #isAlone: boolean;
  /** The event that was claimed last, if it was alone; undefined if the claim failed. */
  #claimedAlone: Promise<{ seq: number | string } | undefined> | undefined;

  constructor({ orderingKey, isSuspect, isAlone }: { orderingKey: string; isSuspect: boolean; isAlone: boolean }) {
    this.orderingKey = orderingKey;
    this.isSuspect = isSuspect;
    this.#isAlone = isAlone;
  }

  /** Begins an attempt by a claim, which saves whether its event is alone. */
  begin<Row extends { seq: number | string }>(claim: (isAlone: boolean) => Promise<Row[]>): Promise<Row[]> {
    this.beganAt = performance.now();
    const claiming = claim(this.#isAlone);
    this.#claimedAlone = this.#isAlone
      ? claiming.then(
          ([row]) => row,
          () => undefined,
        )
      : undefined;
    return claiming;
  }

  /** Call it before another turn begins. If `save` rejects, call it again. */
  async endAlone(save: (seq: number | string) => Promise<unknown>): Promise<void> {
    this.#isAlone = false;
    const row = await this.#claimedAlone;
    if (row) await save(row.seq);
    this.#claimedAlone = undefined;
  }
}

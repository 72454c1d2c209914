import type { ListableJournal } from '../index.ts';

/** A journal that holds a file or connections open. */
export interface ClosableJournal extends ListableJournal {
  /** Ends what the journal opened itself. Close it once no flow runs on it any more. */
  close(): Promise<void>;
}

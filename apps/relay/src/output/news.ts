import type { ContractEvent } from '@escrow-kit/webhooks';
import type { Answer } from '../forward/create-forwarder.ts';

/** What happens in a relay, for a log or a terminal. No body and no secret is among it. */
export type RelayNews =
  | { what: 'received'; event: ContractEvent; outcome: 'stored' | 'duplicate' }
  | { what: 'refused'; reason: string }
  /** It was signed and answered with 200, but holds no event. */
  | { what: 'quarantined'; reason: string }
  /** It was right, but a store failed: the service sends it again. */
  | { what: 'not_stored'; reason: string }
  | { what: 'forwarded'; target: string; event: ContractEvent; attempt: number; answer: Answer }
  | {
      what: 'failed';
      target: string;
      event: ContractEvent;
      attempt: number;
      kind: string;
      isOutage: boolean;
      retryAt: Date | undefined;
    }
  | { what: 'trouble'; target?: string; message: string };

export type TellNews = (news: RelayNews) => void;

/** The status as the event says it: a deployment may have other names than the service. Empty if the body was damaged. */
export const statusOnTheWire = ({ body }: ContractEvent): string => String(body['status'] ?? '');

/** A text without control characters, which could change a terminal or fake a line. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, '\ufffd');

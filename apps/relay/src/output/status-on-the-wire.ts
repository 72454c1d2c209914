import type { ContractEvent } from '@escrow-kit/webhooks';

/** The status as the event says it: an overlay may give the service's statuses other names. Empty if the body was damaged. */
export const statusOnTheWire = ({ body }: ContractEvent): string => String(body['status'] ?? '');

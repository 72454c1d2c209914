import type { ContractEvent } from '@escrow-kit/webhooks';

/** The status as the event says it: a deployment may have other names than the service. Empty if the body was damaged. */
export const statusOnTheWire = ({ body }: ContractEvent): string => String(body['status'] ?? '');

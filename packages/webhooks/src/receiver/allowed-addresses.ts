import { toAddressBits, toBlockBits } from '@escrow-kit/shared/ip-addresses';
import { configurationError } from '../errors/webhook-error.ts';
import { headerValues, type WebhookRequest } from './webhook-request.ts';

/** The addresses that events come from, and the header that names the sender's. */
interface AddressOptions {
  allowedAddresses?: readonly string[] | undefined;
  addressHeader?: string | undefined;
}

/** Whether a request comes from one of these addresses or blocks; from any, if there is no list. */
export function createIsAllowed({
  allowedAddresses,
  addressHeader,
}: AddressOptions): (request: WebhookRequest) => boolean {
  if (!allowedAddresses) return () => true;
  const blocks = Array.from(allowedAddresses, (entry) => {
    const block = toBlockBits(entry);
    if (block !== undefined) return block;
    const kinds = 'neither an IP address nor a CIDR block, or has nearly every address';
    throw configurationError(`allowedAddresses: ${JSON.stringify(entry)} is ${kinds}.`);
  });
  return (request) => {
    const address = toAddressBits(senderOf(request, addressHeader));
    return address !== undefined && blocks.some((block) => address.startsWith(block));
  };
}

function senderOf(request: WebhookRequest, addressHeader: string | undefined): string {
  if (addressHeader === undefined) return request.remoteAddress ?? '';
  return headerValues(request, addressHeader).join().split(',').at(-1)?.trim() ?? '';
}

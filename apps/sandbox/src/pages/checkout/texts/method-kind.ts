import { bankTransferMethod } from '../../../domain/payments/bank-transfer.ts';
import type { KnownMethod, MethodKind, Texts } from './texts.ts';

const kinds: Record<KnownMethod, MethodKind> = {
  CREDIT_CARD: 'card',
  DEBIT_CARD: 'card',
  CARD: 'card',
  MADA: 'card',
  WALLET: 'wallet',
  APPLE_PAY: 'wallet',
  GOOGLE_PAY: 'wallet',
  STC_PAY: 'wallet',
  INSTALLMENTS: 'installments',
  TABBY: 'installments',
  TAMARA: 'installments',
  [bankTransferMethod]: 'transfer',
};

/** Returns the kind of a payment method. */
export function methodKind(method: string): MethodKind {
  return isKnown(method) ? kinds[method] : 'other';
}

/** The name of a payment method for the buyer. Without a name here it is written in words: SOME_WALLET is Some wallet. */
export function methodName(method: string, { payment }: Texts): string {
  if (isKnown(method)) return payment.names[method];
  const words = method.replaceAll('_', ' ').trim().toLowerCase();
  return words === '' ? method : words.charAt(0).toUpperCase() + words.slice(1);
}

function isKnown(method: string): method is KnownMethod {
  return Object.hasOwn(kinds, method);
}

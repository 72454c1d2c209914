import { randomUUID } from 'node:crypto';
import type { Statement, Storage } from '../storage/storage.ts';

/** What the shop tells a seller. It stands for the mail that a real shop sends. */
export interface Message {
  text: string;
  sentAt: string;
}

/** A message that is sent if, and only if, the statements beside it commit. */
export const sendMessage = (sellerId: string, { text, sentAt }: Message): Statement => ({
  sql: 'insert into messages (id, seller_id, text, sent_at) values ($1, $2, $3, $4)',
  values: [randomUUID(), sellerId, text, sentAt],
});

export const findMessages = (storage: Storage, sellerId: string): Promise<Message[]> =>
  storage.query<Message>('select text, sent_at as "sentAt" from messages where seller_id = $1 order by sent_at desc', [
    sellerId,
  ]);

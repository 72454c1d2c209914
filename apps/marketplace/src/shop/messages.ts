import { randomUUID } from 'node:crypto';
import { insert, type Statement, type Storage } from '../storage/storage.ts';

/** A message to a seller or the operator, in place of the mail that a real shop sends. */
export interface Message {
  /** The id of a seller, or `operator`. */
  recipient: string;
  text: string;
  sentAt: string;
}

/** Sends a message in the transaction of the statements beside it. */
export const sendMessage = (message: Message): Statement => insert('messages', { id: randomUUID(), ...message });

export const findMessages = (storage: Storage, recipient: string): Promise<Message[]> =>
  storage.query('select * from messages where recipient = $1 order by "sentAt" desc', [recipient]);

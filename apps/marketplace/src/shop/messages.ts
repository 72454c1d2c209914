import { randomUUID } from 'node:crypto';
import { insert, type Statement, type Storage } from '../storage/storage.ts';

/** What the shop tells a seller, or its operator. It stands for the mail that a real shop sends. */
export interface Message {
  /** The id of a seller, or `operator`. */
  recipient: string;
  text: string;
  sentAt: string;
}

/** A message that is sent if, and only if, the statements beside it commit. */
export const sendMessage = (message: Message): Statement => insert('messages', { id: randomUUID(), ...message });

export const findMessages = (storage: Storage, recipient: string): Promise<Message[]> =>
  storage.query('select * from messages where recipient = $1 order by "sentAt" desc', [recipient]);

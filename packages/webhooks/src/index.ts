// The exports that do not compute signatures, the same in index.ts and web.ts, are listed in platform-neutral.ts.
export * from './platform-neutral.ts';
export { createWebhookReceiver } from './signature-node/create-webhook-receiver.ts';
export { sign, signedRequest } from './signature-node/sign.ts';
export { constructEvent, verify, verifySignature } from './signature-node/verify.ts';

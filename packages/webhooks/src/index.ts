export { createWebhookReceiver } from './node-crypto/create-webhook-receiver.ts';
export { sign, signedRequest } from './node-crypto/sign.ts';
export { constructEvent, verify, verifySignature } from './node-crypto/verify.ts';
// The exports that do not compute signatures, the same in index.ts and web.ts, are listed in platform-neutral.ts.
export * from './platform-neutral.ts';

export * from './platform-neutral.ts';
export { createWebhookReceiver } from './receiver/create-webhook-receiver.ts';
export { sign, signedRequest } from './sign/sign.ts';
export { constructEvent, verify, verifySignature } from './verify/verify.ts';

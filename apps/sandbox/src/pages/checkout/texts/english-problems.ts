import type { Texts } from './texts.ts';

const signInOrStartAgain = 'Sign in with your phone number below, or go back to the shop and start the payment again.';
const startAgain = 'Go back to the shop and start the payment again.';

/** The texts of problems in English. */
export const englishProblems: Texts['problems'] = {
  linkIncomplete: {
    title: 'This link is incomplete',
    what: 'A part of the payment link is missing, so we cannot tell which shop it is from.',
    remedy: startAgain,
  },
  foreignClient: {
    title: 'This link is not valid',
    what: 'The payment link names a shop that we do not know.',
    remedy: startAgain,
  },
  unknownPayment: {
    title: 'We cannot find this payment',
    what: 'No payment of this shop has the number in your link.',
    remedy: 'Check that the link is complete, or go back to the shop and start the payment again.',
  },
  ticketExpired: {
    title: 'This link has expired',
    what: 'For your safety a payment link opens for a few minutes only.',
    remedy: signInOrStartAgain,
  },
  ticketUsed: {
    title: 'This link was already used',
    what: 'For your safety a payment link opens once. Nothing was paid by opening it again.',
    remedy: signInOrStartAgain,
  },
  ticketUsedAndPaid: {
    title: 'This payment is already complete',
    what: 'There is nothing left to pay, and opening the link again charged you nothing.',
    remedy: 'To see the payment, sign in with your phone number below.',
  },
  ticketUnknown: {
    title: 'This link is not valid',
    what: 'This link does not fit this payment.',
    remedy: signInOrStartAgain,
  },
  ticketOfOtherPayment: {
    title: 'This link belongs to another payment',
    what: 'This link does not fit this payment.',
    remedy: signInOrStartAgain,
  },
  customerTokenUnknown: {
    title: 'This link is not valid',
    what: 'This link does not fit this payment.',
    remedy: signInOrStartAgain,
  },
  notBuyer: {
    title: 'This payment is somebody else’s',
    what: 'You are not the buyer of this purchase, so you cannot pay for it.',
    remedy: 'If you are the buyer, sign in with the phone number that the purchase was made with.',
  },
  sessionExpired: {
    title: 'Your session has expired',
    what: 'You were away for a while, so we signed you out. Nothing was lost.',
    remedy: signInOrStartAgain,
  },
  formForeign: {
    title: 'We could not accept this',
    what: 'The form was too old, or was not sent from this page. Nothing was changed.',
    remedy: 'Open the payment again and repeat your last step.',
  },
  formUnreadable: {
    title: 'We could not read this',
    what: 'Your browser sent something that is not a form of this page. Nothing was changed.',
    remedy: 'Open the payment again and repeat your last step.',
  },
  cookiesBlocked: {
    title: 'Your browser keeps no cookie for this page',
    what: 'Without a cookie we cannot keep you signed in. Nothing was changed.',
    remedy: 'Open the payment in a window of its own, or allow cookies for this page.',
  },
  notPayable: {
    title: 'This payment is not ready yet',
    what: 'Not everyone who takes part in this purchase has accepted the invitation.',
    remedy: 'Come back with this link when all have accepted. The shop can tell you who is missing.',
  },
  alreadyPaid: {
    title: 'This is already paid',
    what: 'The payment was completed before, perhaps in another window. You were not charged again.',
    remedy: 'There is nothing left to do here.',
  },
  methodNotAllowed: {
    title: 'This does not work here',
    what: 'Your browser asked for something that this page does not do.',
    remedy: 'Open the payment again.',
  },
  storeUnreachable: {
    title: 'We are not available right now',
    what: 'The checkout cannot be reached. We do not know whether your last step was done.',
    remedy: 'Wait a moment, then open the payment again to see where it stands.',
  },
  defect: {
    title: 'Something went wrong on our side',
    what: 'We do not know whether your last step was done.',
    remedy: 'Open the payment again to see where it stands.',
  },
};

const english = { lang: 'en', dir: 'ltr', heading: 'Payment', close: 'Close payment', frame: 'Checkout' };
const arabic: typeof english = {
  lang: 'ar',
  dir: 'rtl',
  heading: 'الدفع',
  close: 'إغلاق صفحة الدفع',
  frame: 'صفحة الدفع',
};

/** The texts for readers and screen readers, in the language of the page: Arabic or, for every other language, English (our choice: not shown). */
export function readTexts(): typeof english {
  return /^ar\b/i.test(document.documentElement.lang) ? arabic : english;
}

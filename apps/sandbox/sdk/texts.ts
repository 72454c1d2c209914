/** The texts of the display in one language, for readers and screen readers. */
export interface Texts {
  lang: string;
  dir: 'ltr' | 'rtl';
  heading: string;
  close: string;
  frame: string;
}

const english: Texts = { lang: 'en', dir: 'ltr', heading: 'Payment', close: 'Close payment', frame: 'Checkout' };
const arabic: Texts = { lang: 'ar', dir: 'rtl', heading: 'الدفع', close: 'إغلاق صفحة الدفع', frame: 'صفحة الدفع' };

/** The texts in the language of the page: Arabic or, for every other language, English (our choice: not shown). */
export function readTexts(): Texts {
  return /^ar\b/i.test(document.documentElement.lang) ? arabic : english;
}

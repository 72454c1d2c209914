import { randomUUID } from 'node:crypto';
import type { Shop } from '../shop/shop.ts';
import { insert } from '../storage/storage.ts';
import { onboardSeller } from './seller.ts';

/** Invented people and IBANs. Amounts are in halalas. */
const examples = [
  {
    seller: {
      firstName: 'Sara',
      lastName: 'Al-Harbi',
      phone: '+966500000011',
      iban: 'SA0380000000608010167519',
      nationalId: '1000000011',
      street: 'King Fahd Road',
      city: 'Riyadh',
    },
    items: [
      { title: 'Oak table', description: 'Seats six, oiled by hand.', deposit: 50_000, rest: 149_999 },
      { title: 'Bookshelf', description: 'Walnut, five boards, made to your wall.', deposit: 30_000, rest: 95_000 },
    ],
  },
  {
    seller: {
      firstName: 'Omar',
      lastName: 'Al-Ghamdi',
      phone: '+966500000012',
      iban: 'SA7380000000608010167520',
      nationalId: '1000000012',
      street: 'Palestine Street',
      city: 'Jeddah',
    },
    items: [{ title: 'Tea set', description: 'Stoneware, a pot and six cups.', deposit: 8_000, rest: 24_000 }],
  },
];

/** Who buys, in the forms of a shop with example items. */
export const exampleBuyer = { firstName: 'Badr', lastName: 'Al-Qahtani', phone: '+966500000013' };

/** Signs up two sellers with three items. */
export async function listExampleItems(shop: Shop): Promise<void> {
  for (const { seller, items } of examples) {
    const sellerId = randomUUID();
    await onboardSeller(shop, sellerId, seller);
    // The ids that the shop's own forms make are as long.
    const rows = items.map((item) => insert('items', { id: randomUUID().replaceAll('-', ''), sellerId, ...item }));
    await shop.storage.write(rows);
  }
}

/** Messages of H&M Packing List Download. */
import { defineMessages } from '#contracts/messages/define.ts';

export const hmPackingListMessages = defineMessages('hm-packing-list', {
  severalOrders: {
    en: 'Several orders begin with {order}: {orders}. Write the whole number of the one that is meant.',
    bn: 'একাধিক অর্ডার {order} দিয়ে শুরু: {orders}। যেটি বোঝাচ্ছেন তার পুরো নম্বর লিখুন।',
  },
  someNotReleased: {
    en: 'Not released yet: {markets} of order {order}.',
    bn: 'অর্ডার {order}-এর {markets} এখনো ছাড়া হয়নি।',
  },
  notReleased: { en: 'Not released yet: {markets}.', bn: 'এখনো ছাড়া হয়নি: {markets}।' },
  found: {
    en: 'Packing lists of order {order} were found for {markets}.',
    bn: 'অর্ডার {order}-এর প্যাকিং লিস্ট পাওয়া গেছে: {markets}।',
  },
});

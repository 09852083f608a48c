/** Messages of Damco Booking Download. */
import { defineMessages } from '#contracts/messages/define.ts';

export const damcoBookingDownloadMessages = defineMessages('damco-booking-download', {
  noBookingNamed: { en: 'The row names no booking.', bn: 'সারিতে কোনো বুকিংয়ের উল্লেখ নেই।' },
  nameBooking: { en: 'Fill in so_no or po_no.', bn: 'so_no বা po_no পূরণ করুন।' },
  tooManyBookings: {
    en: 'More than {#most} bookings fit; name one.',
    bn: '{#most}টির বেশি বুকিং মিলেছে; একটির উল্লেখ করুন।',
  },
  bookingLost: {
    en: 'The portal lost booking {so} between two searches.',
    bn: 'দুবার খোঁজার মাঝে পোর্টালে বুকিং {so} হারিয়ে গেছে।',
  },
  noConfirmation: { en: 'There is no confirmation yet: {>states}.', bn: 'এখনো কনফার্মেশন নেই: {>states}।' },
  found: { en: 'Booking {so} was found: {>status}.', bn: 'বুকিং {so} পাওয়া গেছে: {>status}।' },
  manyFound: {
    en: '{#count} bookings were found, {#confirmed} with a confirmation; the sheet Bookings has each of them.',
    bn: '{#count}টি বুকিং পাওয়া গেছে, {#confirmed}টির কনফার্মেশনসহ; প্রতিটি Bookings শিটে আছে।',
  },
});

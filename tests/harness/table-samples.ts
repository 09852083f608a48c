/** The two tables of the PDFs on which tests correct tables. */

export const goods = [
  ['Item', 'Qty', 'Price'],
  ['Shirt', '12', '4.50'],
  ['Cap', '30', '2.10'],
  ['Sock', '41', '0.95'],
];
export const cartons = [
  ['Carton', 'Net kg'],
  ['C-1', '20.5'],
  ['C-2', '21.0'],
  ['C-3', '19.5'],
];

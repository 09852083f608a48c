/** The people whom every new stack knows from the seed, with the passwords by which tests sign in as them. */
export type Login = { email: string; password: string };

export const demoCustomer: Login = { email: 'demo@chalan.test', password: 'demo1234' };
export const demoAdministrator: Login = { email: 'admin@chalan.test', password: 'admin1234' };

/** The service of the REX/SOO page. */

export const REX_SERVICE = 'rex-soo-submission';

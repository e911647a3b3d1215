import manifest from '../package.json' with { type: 'json' };

/** The oldest browsers that are meant, by their names in package.json. */
export const OLDEST = new Map(manifest.browserslist.map((one) => one.split(' >= ') as [string, string]));

/** The same as builders name them. */
export const TARGET = [...OLDEST].map(([name, version]) => `${name === 'ios_saf' ? 'ios' : name}${version}`);

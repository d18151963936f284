/** Where the package for runtimes without an SQLite is loaded from; the build names the file that it makes of it. */
export const file = '@photostructure/sqlite'

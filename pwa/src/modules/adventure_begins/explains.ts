/** Lines of the ledger that only explain the others. */
export default ['item_given', 'person_given', 'mission_coins', 'marker_frees'];

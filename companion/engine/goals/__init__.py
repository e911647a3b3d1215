"""Goals on the table, whatever a module calls them: what they ask for, who may complete which when, what is shown of them."""

/** Under these persons lie ships of their color. */
export default ['merchant'];

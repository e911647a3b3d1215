"""An upgrade tried before it is done: an older version with games and phones, brought to this one as docs say."""

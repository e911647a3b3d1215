"""What is said of Pyodide's own functions: nobody reads it on a phone."""


def get_cmeth_docstring(func):
    return f"{func.__name__}()\n--\n\n"

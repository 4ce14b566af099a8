def ladder_html(path, root):
    return ""
